import type { DesktopState } from './desktop-state.ts'

/** What the icon of the program wears: a number, what it means, and whether something went wrong. */
export interface Badge {
  count: number
  words: string
  isAlarm: boolean
}

export function badgeOf({ queued, failed }: Pick<DesktopState, 'queued' | 'failed'>): Badge {
  return {
    count: queued + failed,
    words: countWords({ queued, failed }).join(', '),
    isAlarm: failed > 0,
  }
}

/** What is queued and what is to be looked at, in words; nothing where there is nothing. */
export function countWords({ queued, failed }: Pick<DesktopState, 'queued' | 'failed'>): string[] {
  return [
    ...(queued > 0 ? [`${queued.toLocaleString('en')} queued`] : []),
    ...(failed > 0 ? [`${failed.toLocaleString('en')} to look at`] : []),
  ]
}

/** Width and height of a dot in pixels. */
export const dotSize = 16

/** A round dot for a taskbar that shows pictures alone: pixels of blue, green, red and alpha, row by row. */
export function dotPixels({ isAlarm }: Pick<Badge, 'isAlarm'>): Buffer {
  const [red, green, blue] = isAlarm ? [0xb3, 0x26, 0x1e] : [0x0f, 0x76, 0x6e]
  const pixels = Buffer.alloc(dotSize * dotSize * 4)
  const middle = (dotSize - 1) / 2
  for (let y = 0; y < dotSize; y++) {
    for (let x = 0; x < dotSize; x++) {
      const inside = Math.hypot(x - middle, y - middle) <= dotSize / 2
      if (inside) pixels.set([blue!, green!, red!, 0xff], (y * dotSize + x) * 4)
    }
  }
  return pixels
}
