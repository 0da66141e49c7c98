import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Paths of the files under a folder that contain any of the strings. */
export function filesContaining(folder: string, strings: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path)
      return strings.some((text) => bytes.includes(text))
    })
}

/** A snapshot of the page’s entire JavaScript heap, after garbage collection, as JSON text. */
export async function takeHeapSnapshot(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page)
  let snapshot = ''
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => (snapshot += chunk))
  await devtools.send('HeapProfiler.enable')
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await devtools.detach()
  return snapshot
}

/** Everything the page has stored, plus its document with all field values. */
export async function readPageStorage(page: Page): Promise<string> {
  const inPage = await page.evaluate(async () => {
    const fields = [...document.querySelectorAll('input, textarea')].map(
      (field) => (field as HTMLInputElement).value,
    )
    const databases = await indexedDB.databases()
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      databases,
      fields,
      location.href,
      document.documentElement.outerHTML,
    ])
  })
  return inPage + JSON.stringify(await page.context().cookies())
}
