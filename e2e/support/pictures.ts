import type { Page } from '@playwright/test'

interface PictureOptions {
  width: number
  height: number
  type: 'image/jpeg' | 'image/png'
  /** Random pixels, which no format can compress; otherwise, a disc on a transparent background. */
  noise: boolean
}

/** Creates an image in the browser, as if from a camera or a drawing app. */
export async function makePicture(page: Page, options: PictureOptions): Promise<Buffer> {
  const dataUrl = await page.evaluate(async ({ width, height, type, noise }) => {
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')!
    if (noise) {
      const image = context.createImageData(width, height)
      const maxChunkSize = 65_536
      for (let at = 0; at < image.data.length; at += maxChunkSize) {
        crypto.getRandomValues(image.data.subarray(at, at + maxChunkSize))
      }
      for (let at = 3; at < image.data.length; at += 4) image.data[at] = 255
      context.putImageData(image, 0, 0)
    } else {
      context.fillStyle = 'teal'
      context.arc(width / 2, height / 2, Math.min(width, height) / 3, 0, 7)
      context.fill()
    }
    const blob = await canvas.convertToBlob({ type, quality: 0.95 })
    return new Promise<string>((resolve) => {
      const reader = new FileReader()
      reader.onload = () => resolve(String(reader.result))
      reader.readAsDataURL(blob)
    })
  }, options)
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}

/** An image’s width and height in pixels, as the browser decodes it. */
export function imageSize(page: Page, type: string, bytes: Buffer): Promise<[number, number]> {
  const dataUrl = `data:${type};base64,${bytes.toString('base64')}`
  return page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode()
    return [image.naturalWidth, image.naturalHeight] as [number, number]
  }, dataUrl)
}

/** A one-pixel GIF with three frames, padded with a comment to at least this many bytes. */
export function animatedGif(size = 0): Buffer {
  const block = Buffer.concat([Buffer.of(255), Buffer.alloc(255, 'x')])
  const comment = Array.from({ length: Math.ceil(size / block.length) }, () => block)
  // The LZW-coded pixel: clear, color 0, end.
  const frame = Buffer.from('21f90400140000002c0000000001000100000202440100', 'hex')
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    Buffer.from('01000100800000', 'hex'),
    Buffer.from('008080ffffff', 'hex'),
    Buffer.from('21fe', 'hex'),
    ...comment,
    Buffer.of(0),
    frame,
    frame,
    frame,
    Buffer.from(';'),
  ])
}
