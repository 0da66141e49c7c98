import { describe, expect, it } from 'vitest'
import { type Tokens, dark, light } from './tokens.ts'

/** The WCAG 2 contrast ratio of two colors in the notation #rrggbb. */
function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const backgrounds = ['canvas', 'surface', 'raised', 'sunken', 'hover', 'selected'] as const

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s theme', (_name, theme: Tokens) => {
  it.each(backgrounds)('has legible text and visible edges on %s', (background) => {
    for (const text of ['text', 'textSoft', 'textFaint', 'primaryText', 'danger'] as const) {
      expect(contrast(theme[text], theme[background]), text).toBeGreaterThanOrEqual(4.5)
    }
    expect(contrast(theme.edge, theme[background])).toBeGreaterThanOrEqual(3)
    expect(contrast(theme.focus, theme[background])).toBeGreaterThanOrEqual(3)
  })

  it('has legible text on buttons and notices', () => {
    expect(contrast(theme.onPrimary, theme.primary)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(theme.onPrimary, theme.primaryHover)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(theme.text, theme.dangerSoft)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(theme.text, theme.warningSoft)).toBeGreaterThanOrEqual(4.5)
  })
})
