import type { Page } from '@playwright/test'

/** Renders an SVG in a Chromium page and returns a square PNG. */
export async function draw(page: Page, svg: string, size: number): Promise<Buffer> {
  const png = await page.evaluate(
    async ([source, side]) => {
      const image = new Image(side, side)
      image.src = `data:image/svg+xml;base64,${btoa(source)}`
      await image.decode()
      const canvas = new OffscreenCanvas(side, side)
      canvas.getContext('2d')!.drawImage(image, 0, 0, side, side)
      const blob = await canvas.convertToBlob({ type: 'image/png' })
      const bytes = new Uint8Array(await blob.arrayBuffer())
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    },
    [svg, size] as const,
  )
  return Buffer.from(png, 'base64')
}
