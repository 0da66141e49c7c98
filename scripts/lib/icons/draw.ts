import type { Page } from '@playwright/test'

/** An icon in one size. */
export interface Picture {
  /** Pixels across. */
  size: number
  png: Buffer
  /** Four bytes for each pixel, row by row from above. */
  rgba: Buffer
}

/** Draws an SVG as a square in a page of Chromium. */
export async function draw(page: Page, svg: string, size: number): Promise<Picture> {
  const drawn = await page.evaluate(
    async ([source, side]) => {
      const image = new Image(side, side)
      image.src = `data:image/svg+xml;base64,${btoa(source)}`
      await image.decode()
      const canvas = new OffscreenCanvas(side, side)
      const context = canvas.getContext('2d')!
      context.drawImage(image, 0, 0, side, side)
      const blob = await canvas.convertToBlob({ type: 'image/png' })
      const base64 = (bytes: Uint8Array) =>
        btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
      return {
        png: base64(new Uint8Array(await blob.arrayBuffer())),
        rgba: base64(new Uint8Array(context.getImageData(0, 0, side, side).data)),
      }
    },
    [svg, size] as const,
  )
  return { size, png: Buffer.from(drawn.png, 'base64'), rgba: Buffer.from(drawn.rgba, 'base64') }
}
