import { readFileSync, readdirSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { directionOf } from '../../../shared/messages/languages.ts'
import type { Settings } from '../../../shared/operations/settings.ts'
import { pageHeaders } from '../../../shared/rules/page-policy.ts'
import { currentLanguage } from '../messages.ts'

export interface PageFile {
  body: Buffer<ArrayBuffer>
  headers: Record<string, string>
}

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

type Theme = Settings['theme']

/**
 * The files of the built page by URL path. This is an allow-list: no other path is served. `/` is the page itself, in
 * the given theme.
 */
export function pageFiles(
  folder: string,
  theme: () => Theme = () => 'system',
): (path: string) => PageFile | undefined {
  let files: Map<string, string> | undefined
  return (path) => {
    // guard: page-files
    const file = (files ??= listFiles(folder)).get(path)
    return file === undefined ? undefined : pageFile(file, path, theme())
  }
}

/** The page's files by URL path. */
function listFiles(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extname(entry.name) in contentTypes)
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  const files = new Map(names.map((name) => [`/${name.split(sep).join('/')}`, join(folder, name)]))
  const index = files.get('/index.html')
  if (index) files.set('/', index)
  return files
}

function pageFile(file: string, path: string, theme: Theme): PageFile {
  return {
    body:
      extname(file) === '.html' ? withLook(readFileSync(file, 'utf8'), theme) : readFileSync(file),
    headers: {
      // guard: policy-is-sent
      ...pageHeaders,
      'content-type': contentTypes[extname(file)]!,
      // Asset names contain a hash of their content.
      'cache-control': path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-store',
    },
  }
}

/** Passes the language and the theme to the page before its first request, which is rejected while locked. */
function withLook(html: string, theme: Theme): Buffer<ArrayBuffer> {
  const language = currentLanguage()
  const style = theme === 'system' ? '' : ` style="color-scheme: ${theme}"`
  const start = `<html lang="${language}" dir="${directionOf(language)}"${style}>`
  return Buffer.from(html.replace('<html lang="en">', start))
}
