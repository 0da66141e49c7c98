import { Hono } from 'hono'
import type { Context } from './context.ts'
import { ApiError, addressTooLong, internalError, unknownRoute } from './errors.ts'
import { registerOAuth } from './oauth/routes.ts'
import { registerPages } from './pages.ts'
import { registerRoutes } from './routes.ts'
import { minute } from './clock.ts'
import { deleteDueUsers } from './deletions.ts'
import { deleteExpiredStatuses } from './statuses.ts'

/** Maximum URL length in characters (Puma's `MAX_QUERY_STRING_LENGTH`). */
const maxUrlLength = 10_240

/** Creates the entire sandbox as a single fetch handler. */
export function createApp(context: Context): Hono {
  const root = new URL(context.url).pathname.replace(/\/$/, '')
  const app = new Hono().basePath(root) as unknown as Hono
  const runHousekeeping = createHousekeeping(context)
  app.use(async (c, next) => {
    runHousekeeping()
    if (c.req.url.length > maxUrlLength) throw addressTooLong()
    const tooManyRequests =
      isApiPath(c.req.path, root) && context.rateLimits?.throttle(c.req.raw.headers)
    if (tooManyRequests) return tooManyRequests
    await next()
    if (!c.res.headers.has('cache-control')) {
      c.header('cache-control', 'max-age=0, private, must-revalidate')
    }
    c.header('x-content-type-options', 'nosniff')
    c.header('date', context.now().toUTCString())
  })
  registerRoutes(app, context)
  app.all('/api/*', () => {
    throw unknownRoute()
  })
  registerOAuth(app, context)
  registerPages(app, context)
  app.notFound(() => unknownRoute().toResponse())
  app.onError((error) => {
    if (error instanceof ApiError) return error.toResponse()
    // No other error may leak internals.
    context.report(error)
    return internalError().toResponse()
  })
  return app
}

/** Requests for web pages and avatars aren't API activity. */
function isApiPath(path: string, root: string): boolean {
  return path.startsWith(`${root}/api/`)
}

/**
 * Runs GitLab's background jobs before each request: deletes due users, and runs cron jobs once per clock minute.
 */
export function createHousekeeping(context: Context): () => void {
  const minuteNow = () => Math.floor(context.now().getTime() / minute)
  let last = minuteNow()
  return () => {
    deleteDueUsers(context)
    const current = minuteNow()
    if (current === last) return
    last = current
    deleteExpiredStatuses(context)
  }
}
