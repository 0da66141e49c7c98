import type { Hono } from 'hono'
import type { Context } from './context.ts'
import { userByUsername } from './database/users.ts'

/** Small pages in plain text, so that a link which the app opens in a browser leads somewhere. */
export function registerPages(app: Hono, { db, url }: Context): void {
  app.get('/', (c) =>
    c.text(
      'This is the sandbox of Latchkey: an accounts service to try things on, with invented people.\n' +
        `Its interface is at ${url}/api/v4. It forgets everything, unless it was started with a data folder.\n`,
    ),
  )
  app.get('/-/*', (c) =>
    c.text(
      'A real service has its settings here. The sandbox has none: its tokens are printed when it starts.\n',
    ),
  )
  app.get('/:username', (c) => {
    const user = userByUsername(db, c.req.param('username'))
    return user
      ? c.text(`${user.name} (@${user.username}), an invented person of the Latchkey sandbox.\n`)
      : c.text('Nobody here has that name.\n', 404)
  })
}
