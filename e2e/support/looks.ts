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
    const boxes = [...document.querySelectorAll('main [role=grid] .row')]
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

/** Lists primary and confirming buttons that can only be reached by scrolling. */
export function hiddenPrimaries(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        '.n-button--primary-type, .n-button--error-type, .tool.primary',
      ),
    ].flatMap((button) => {
      if (!button.checkVisibility({ visibilityProperty: true })) return []
      const { left, top, right, bottom } = button.getBoundingClientRect()
      const x = (left + right) / 2
      const isInView = [top + 1, bottom - 1].every((y) =>
        button.contains(document.elementFromPoint(x, y)),
      )
      return isInView ? [] : [button.innerText]
    }),
  )
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

/** Lists what is wrong with the screen’s place and its lists: edges, heights of rows, and what has to be scrolled. */
export function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = []
    const boxOf = (element: Element) => element.getBoundingClientRect()
    const start = boxOf(document.querySelector('main')!).left
    const inBar = [...document.querySelectorAll('.bar *')].map(boxOf)
    if (!inBar.some(({ left, width }) => left === start + 16 && width > 1)) {
      problems.push('the bar starts elsewhere')
    }
    for (const element of document.querySelectorAll('.scroller, .data-list > .grid')) {
      if (element.scrollWidth > element.clientWidth) problems.push('it has to be scrolled sideways')
    }
    const end = boxOf(document.querySelector('.status-bar')!).top
    for (const grid of document.querySelectorAll('main .fill [role=grid]')) {
      const name = grid.getAttribute('aria-label')
      const rows = [...grid.querySelectorAll('.row')].map(boxOf)
      const heights = new Set(rows.map(({ height }) => height))
      if (heights.size > 1) problems.push(`${name}: rows of ${[...heights].join(' and ')} px`)
      const hasNotice = [...document.querySelectorAll('.notices')].some(
        (it) => boxOf(it).height > 0,
      )
      const [first] = rows.toSorted((a, b) => a.top - b.top)
      if (!first || hasNotice || grid.closest('.list-box')) continue
      if (first.top > 108) problems.push(`${name}: the first row is at ${first.top} px`)
      const fitting = Math.floor((end - first.top) / first.height)
      const expected = innerHeight < 700 ? 11 : 16
      if (fitting < expected) problems.push(`${name}: only ${fitting} rows fit`)
      for (const row of grid.querySelectorAll('.row')) {
        if (/\bActive\b/.test(row.textContent!) && row.querySelector('.state > .dot')) {
          problems.push(`${name}: an active user’s state has a dot`)
        }
      }
    }
    return problems
  })
}

/** Lists texts that are cut without a tooltip that shows them in full. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.shell *')].flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true })) return []
      const { overflowX, textOverflow, clipPath } = getComputedStyle(element)
      const isCut = overflowX === 'hidden' && element.scrollWidth > element.clientWidth
      if (!isCut || clipPath !== 'none' || element.closest('.segments, .n-input')) return []
      if (textOverflow === 'ellipsis' && element.closest('[title]')) return []
      return [`${element.className}: ${element.innerText.slice(0, 40)}`]
    }),
  )
}

/** Lists what moves for longer than 160 ms, or at all if the user prefers less motion. */
export function motions(page: Page, limit: number): Promise<string[]> {
  return page.evaluate(
    (longest) =>
      document.getAnimations().flatMap((animation) => {
        const { effect } = animation
        if (!(effect instanceof KeyframeEffect) || !effect.target) return []
        // The ring shows how long Undo is offered.
        if (effect.target.matches('.ring')) return []
        const { activeDuration } = effect.getComputedTiming()
        return Number(activeDuration) > longest
          ? [`${effect.target.className}: ${String(activeDuration)} ms`]
          : []
      }),
    limit,
  )
}
