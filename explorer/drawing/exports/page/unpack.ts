// Unpacks the scripts and the style sheet of the page, which stand in it as gzip in base64, and runs them: a notebook
// keeps a page for every trace that it shows.
const packed = document.getElementById('packed')?.textContent ?? '';
const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
const found: { script: string; style: string } = await new Response(unpacked).json();
document.head.append(Object.assign(document.createElement('style'), { textContent: found.style }));
const script = document.createElement('script');
script.type = 'module';
script.nonce = (document.querySelector('script[nonce]') as HTMLScriptElement).nonce;
script.textContent = found.script;
document.body.append(script);
export {};
