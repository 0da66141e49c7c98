import { message } from '../../../shared/messages/message.ts'
import { t } from '../../platform/messages.ts'
import type { DesktopState } from './desktop-state.ts'

/** The number on the app's icon, what it means in words, and whether anything failed. */
export interface Badge {
  count: number
  label: string
  isAlarm: boolean
}

export function createBadge({ queued, failed }: Pick<DesktopState, 'queued' | 'failed'>): Badge {
  return {
    count: queued + failed,
    label: formatCounts({ queued, failed }),
    isAlarm: failed > 0,
  }
}

/** Describes how many actions are queued and how many need attention; empty if there are none. */
export function formatCounts({ queued, failed }: Pick<DesktopState, 'queued' | 'failed'>): string {
  const counts = [
    ...(queued > 0 ? [message('desktop.queuedCount', { count: queued })] : []),
    ...(failed > 0 ? [message('desktop.failedCount', { count: failed })] : []),
  ]
  return t('desktop.counts', { counts })
}

/** The dot's width and height in pixels. */
export const dotSize = 16

/** A round dot for taskbars that only support images, as BGRA pixels, row by row. */
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
