import { protocol } from 'electron'
import { pageFiles } from '../core/page/page-files.ts'

/** The one origin that the page has, and the only one that is listened to. */
export const appOrigin = 'app://latchkey'

/** Makes `app:` a scheme with an origin of its own. Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** Serves the built page from an allow-list; everything else is not there. */
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
