const MOST_BYTES = 1024 * 1024;
/** Of the service. */
const LONGEST_SHAPE = 4;
/** Sharp on a wall, and within a megabyte. */
const MOST_PIXELS = 2000;
/** Not every browser writes the first one, and a photo may be too large in it. */
const TYPES = ['image/webp', 'image/jpeg'] as const;

export interface PictureFile {
  readonly base64: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** The picture of a file, made small enough and without what a camera writes beside it, such as the place. */
export async function readPicture(file: Blob): Promise<PictureFile | 'no picture' | 'too large'> {
  const image = await createImageBitmap(file).catch(() => undefined);
  if (image === undefined) return 'no picture';
  if (Math.max(image.width, image.height) > LONGEST_SHAPE * Math.min(image.width, image.height))
    return 'too large';
  const scale = Math.min(1, MOST_PIXELS / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const drawing = canvas.getContext('2d');
  if (drawing === null) return 'no picture';
  // JPEG has no transparency: it would be black.
  drawing.fillStyle = '#fff';
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  for (const type of TYPES) {
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.85));
    if (blob === null || blob.size > MOST_BYTES) continue;
    const url = await dataUrl(blob);
    return { base64: url.slice(url.indexOf(',') + 1), url, width: canvas.width, height: canvas.height };
  }
  return 'too large';
}

const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(blob);
  });
