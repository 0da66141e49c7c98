import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

interface Landing {
  /** Where the click lands. */
  at: { x: number; y: number }
  /** The markup of the clickable element there after the control has moved; '' if there is none. */
  clickedText: () => Promise<string>
}

/** Clicks a control twice without moving the pointer, as a double click does. */
export async function clickTwice(page: Page, control: Locator): Promise<Landing> {
  let at = { x: 0, y: 0 }
  // Content that loads above may move it.
  await expect(async () => {
    await control.hover()
    const box = (await control.boundingBox())!
    at = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
    expect(await control.evaluate(isAt, at)).toBe(true)
  }).toPass()
  await page.mouse.move(at.x, at.y)
  const landing = await control.evaluateHandle((element, { x, y }) => {
    const controls =
      'a[href], button, input, label, select, summary, textarea, [role="row"], [role="checkbox"]'
    // Wrapped in an object, because returning the promise itself would make `evaluateHandle` await it.
    return {
      text: new Promise<string>((resolve) => {
        const observer = new MutationObserver(() => {
          if (element.isConnected && element.contains(document.elementFromPoint(x, y))) return
          observer.disconnect()
          requestAnimationFrame(() => {
            const target = document.elementFromPoint(x, y)
            const acting = target instanceof HTMLDialogElement ? target : target?.closest(controls)
            resolve(acting?.outerHTML.slice(0, 200) ?? '')
          })
        })
        observer.observe(document.documentElement, {
          subtree: true,
          childList: true,
          attributes: true,
        })
      }),
    }
  }, at)
  await page.mouse.dblclick(at.x, at.y)
  return { at, clickedText: () => landing.evaluate(({ text }) => text) }
}

/** Whether a click at this point would hit the element. */
export function isAt(element: Element, { x, y }: { x: number; y: number }): boolean {
  return element.contains(document.elementFromPoint(x, y))
}
