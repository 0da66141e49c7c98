import { Hono } from 'hono'
import type { Context } from './context.ts'
import { Refusal, addressTooLong, internalError, unknownRoute } from './errors.ts'
import { createHousekeeping } from './housekeeping.ts'
import { registerPages } from './pages.ts'
import { registerRoutes } from './routes.ts'

/** Characters of an address (Puma's `MAX_QUERY_STRING_LENGTH`). */
const longestAddress = 10_240

/** The whole service as one fetch handler. */
export function createApp(context: Context): Hono {
  const app = new Hono()
  const keepHouse = createHousekeeping(context)
  app.use(async (c, next) => {
    keepHouse()
    if (c.req.url.length > longestAddress) throw addressTooLong()
    const refused = isOfInterface(c.req.path) && context.rateLimits?.throttle(c.req.raw.headers)
    if (refused) return refused
    await next()
    c.header('cache-control', 'max-age=0, private, must-revalidate')
    c.header('x-content-type-options', 'nosniff')
  })
  registerRoutes(app, context)
  app.all('/api/*', () => {
    throw unknownRoute()
  })
  registerPages(app, context)
  app.notFound(() => unknownRoute().toResponse())
  app.onError((error) => {
    if (error instanceof Refusal) return error.toResponse()
    // What was not meant as a refusal says nothing of the inside.
    context.report(error)
    return internalError().toResponse()
  })
  return app
}

/** Pages and pictures do not count as use of the interface. */
function isOfInterface(path: string): boolean {
  return path.startsWith('/api/')
}
