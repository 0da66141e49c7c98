import type { Page } from '@playwright/test'

interface PictureOptions {
  width: number
  height: number
  type: 'image/jpeg' | 'image/png'
  /** Random pixels, which no format compresses; else a disc on a transparent ground. */
  noise: boolean
}

/** Lets the browser write a picture, as a camera or a drawing program would. */
export async function makePicture(page: Page, options: PictureOptions): Promise<Buffer> {
  const dataUrl = await page.evaluate(async ({ width, height, type, noise }) => {
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')!
    if (noise) {
      const image = context.createImageData(width, height)
      const mostAtOnce = 65_536
      for (let at = 0; at < image.data.length; at += mostAtOnce) {
        crypto.getRandomValues(image.data.subarray(at, at + mostAtOnce))
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

/** The pixels of a picture's sides, as the browser reads it. */
export function imageSize(page: Page, type: string, bytes: Buffer): Promise<[number, number]> {
  const dataUrl = `data:${type};base64,${bytes.toString('base64')}`
  return page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode()
    return [image.naturalWidth, image.naturalHeight] as [number, number]
  }, dataUrl)
}
