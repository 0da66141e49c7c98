import { protocol } from 'electron'
import { pageFiles } from '../core/platform/page/page-files.ts'

/** The page's origin, the only one allowed to make calls. */
export const appOrigin = 'app://latchkey'

/** Makes `app:` a scheme with its own origin. Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ])
}

/** Serves the built page from an allow-list; everything else is 404. */
export function setupAppProtocol(pageFolder: string): void {
  const files = pageFiles(pageFolder)
  protocol.handle('app', ({ url, method }) => {
    const { host, pathname } = new URL(url)
    const file = host === 'latchkey' && method === 'GET' ? files(pathname) : undefined
    return file
      ? new Response(file.body, { headers: file.headers })
      : new Response(null, { status: 404 })
  })
}
