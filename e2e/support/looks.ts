import type { Page } from '@playwright/test'

/** The sizes and themes that every screen is checked in. */
export const looks = [
  { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { viewport: { width: 900, height: 600 }, colorScheme: 'dark' },
] as const

/** Where the parts of a screen are (px). */
export interface Layout {
  /** The main area, the bar above it, and the status bar below it: left, top, width, height. */
  frame: (readonly [number, number, number, number])[]
  /** The whole rows in view, and the top of the first. */
  rows: number
  firstRow: number
}

/** Measures the screen. */
export function layoutOf(page: Page): Promise<Layout> {
  return page.evaluate(() => {
    const boxOf = (selector: string) => {
      const { left, top, width, height } = document.querySelector(selector)!.getBoundingClientRect()
      return [left, top, width, height] as const
    }
    const end = document.querySelector('.status-bar')!.getBoundingClientRect().top
    const boxes = [...document.querySelectorAll('main [role=grid] [role=row]:not(.head)')]
      .map((row) => row.getBoundingClientRect())
      .toSorted((a, b) => a.top - b.top)
    return {
      frame: ['main', '.bar', '.status-bar'].map(boxOf),
      rows: boxes.filter(({ top, bottom }) => top >= 0 && bottom <= end + 0.5).length,
      firstRow: boxes[0]?.top ?? NaN,
    }
  })
}

/** Lists what on the screen doesn’t follow the scale, such as “font size 17px: h2 Keys”. */
export function unscaledStyles(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const sizes = new Set(['12px', '13px', '14px', '15px', '20px'])
    const weights = new Set(['400', '500', '600'])
    const radii = new Set(['0px', '4px', '6px', '10px', '50%'])
    const spaces = new Set([0, 1, 2, 4, 8, 12, 16, 24, 32])
    const heights = new Set([28, 32])
    const violations = new Set<string>()
    const nameOf = (element: Element) =>
      [element.tagName.toLowerCase(), ...element.classList].join('.') +
      ` ${(element.textContent ?? '').trim().slice(0, 24)}`
    const report = (what: string, element: Element) => violations.add(`${what}: ${nameOf(element)}`)

    const primary = getComputedStyle(document.documentElement).getPropertyValue('--primary').trim()
    const probe = document.createElement('i')
    probe.style.color = primary
    document.body.append(probe)
    const primaryColor = getComputedStyle(probe).color
    probe.remove()

    const primaries: Element[] = []
    for (const element of document.querySelectorAll('.shell *, .toast')) {
      if (
        !element.checkVisibility({ visibilityProperty: true }) ||
        element.closest('svg, .emoji, .avatar')
      )
        continue
      const style = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      if (box.width <= 1 || box.height <= 1) continue
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '',
      )
      if (hasText && !sizes.has(style.fontSize)) report(`font size ${style.fontSize}`, element)
      if (hasText && !weights.has(style.fontWeight)) report(`weight ${style.fontWeight}`, element)
      if (!radii.has(style.borderTopLeftRadius)) {
        report(`radius ${style.borderTopLeftRadius}`, element)
      }
      for (const gap of [style.rowGap, style.columnGap]) {
        if (gap !== 'normal' && !spaces.has(parseFloat(gap))) report(`gap ${gap}`, element)
      }
      const isInText = element.closest('p, li > p, dd') !== null
      if (style.textDecorationLine === 'underline' && hasText && !isInText) {
        report('underline outside a sentence', element)
      }
      if (element.matches('button:not([role=tab], .row *), input:is(:not([type]), [type=text])')) {
        if (element.matches('.n-button, .tool') && !heights.has(Math.round(box.height))) {
          report(`control height ${box.height}`, element)
        }
      }
      // A row of a list is a target as a whole.
      const isTarget = element.matches(
        'button:not([role=row] *), summary, a:not(p a, dd a, [role=row] a)',
      )
      if (isTarget && (box.width < 28 || box.height < 28) && !element.closest('.n-input, label')) {
        report(`target ${Math.round(box.width)}×${Math.round(box.height)}`, element)
      }
      if (element.matches('button, a') && style.backgroundColor === primaryColor) {
        primaries.push(element)
      }
    }
    if (primaries.length > 1) {
      for (const element of primaries) report(`one of ${primaries.length} primaries`, element)
    }
    return [...violations]
  })
}

/** Lists the parts of the frame that don’t fit into one line, at any text length. */
export function overflowingBars(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.bar, .view-bar, .status-bar')].flatMap((bar) => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight, className } = bar
      const isTooWide = scrollWidth > clientWidth
      return isTooWide || scrollHeight > clientHeight
        ? [`${className}: ${scrollWidth}×${scrollHeight} in ${clientWidth}×${clientHeight}`]
        : []
    }),
  )
}
