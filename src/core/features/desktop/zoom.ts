/** Chromium's zoom levels, each 20% larger than the one before; 0 is the actual size. */
export const zoomLevels = { min: -3, max: 5, step: 0.5 } as const

/** The level after one step. */
export function nextZoomLevel(level: number, to: 'in' | 'out' | 'reset'): number {
  const { min, max, step } = zoomLevels
  if (to === 'reset') return 0
  return Math.min(max, Math.max(min, level + (to === 'in' ? step : -step)))
}
