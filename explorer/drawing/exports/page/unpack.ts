// Unpacks the data, the scripts and the style sheet of the page, which stand in it as gzip in base64, and runs the
// scripts: a notebook keeps a page for every trace that it shows.
const element = (id: string) => document.getElementById(id) as HTMLElement;

async function unpacked(id: string) {
  const bytes = Uint8Array.from(atob(element(id).textContent ?? ''), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return await new Response(stream).text();
}

element('data').textContent = await unpacked('data');
const files: { script: string; style: string } = JSON.parse(await unpacked('packed'));
document.head.append(Object.assign(document.createElement('style'), { textContent: files.style }));
const script = document.createElement('script');
script.type = 'module';
script.nonce = (document.querySelector('script[nonce]') as HTMLScriptElement).nonce;
script.textContent = files.script;
document.body.append(script);
export {};
