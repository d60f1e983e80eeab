// A button that puts a picture into the clipboard: as PNG, and as SVG where the browser has room for that, too.

/** `png` in base64. */
type Data = { png: string; svg: string };

function blobsOf({ png, svg }: Data): Record<string, Blob> {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const blobs: Record<string, Blob> = { 'image/png': new Blob([bytes], { type: 'image/png' }) };
  const [kind] = ['image/svg+xml'].filter((each) => ClipboardItem.supports?.(each));
  return kind ? { ...blobs, [kind]: new Blob([svg], { type: kind }) } : blobs;
}

async function copy(data: Data): Promise<string> {
  try {
    await navigator.clipboard.write([new ClipboardItem(blobsOf(data))]);
    return 'Copied. Paste it into a text, a slide or a mail.';
  } catch {
    return 'This page may not use the clipboard. Download the picture instead.';
  }
}

export default function ({ data, parentElement }: { data: Data; parentElement: Element | ShadowRoot }) {
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Copy picture' });
  const said = document.createElement('span');
  said.setAttribute('role', 'status');
  button.addEventListener('click', async () => {
    said.textContent = await copy(data);
  });
  const box = document.createElement('div');
  box.append(button, said);
  parentElement.append(box); // beside the style sheet
  return () => box.remove();
}
