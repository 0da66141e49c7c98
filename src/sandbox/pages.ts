import type { Hono } from 'hono'
import { findAvatar } from './avatars.ts'
import { confirmEmail } from './confirmations.ts'
import type { Context } from './context.ts'
import { userByUsername } from './database/users.ts'

/** Avatars and short text pages, so links opened from the app work. */
export function registerPages(app: Hono, context: Context): void {
  const { db, url } = context
  app.get('/', (c) =>
    c.text(
      'This is the sandbox of Latchkey: an accounts service to try things on, with invented people.\n' +
        `Its interface is at ${url}/api/v4. It forgets everything, unless it was started with a data folder.\n`,
    ),
  )
  app.get('/-/confirm', (c) => {
    const email = confirmEmail(context, c.req.query('confirmation_token') ?? '')
    return email
      ? c.text(`${email} is confirmed.\n`)
      : c.text(
          'This link is not good, or was opened before. Add the address again for another.\n',
          404,
        )
  })
  app.get('/uploads/-/system/user/avatar/:id{[0-9]+}/:filename', (c) => {
    const avatar = findAvatar(db, Number(c.req.param('id')), c.req.param('filename'))
    if (!avatar) return c.text('There is no such picture.\n', 404)
    c.header('etag', `"${avatar.digest}"`)
    if (matchesEtag(c.req.header('if-none-match'), avatar.digest)) return c.body(null, 304)
    return c.body(new Uint8Array(avatar.bytes), 200, { 'content-type': avatar.type })
  })
  if (context.enforceFineGrainedTokens) {
    app.get('/-/user_settings/personal_access_tokens/legacy/new', (c) => c.notFound())
  }
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

/** Whether `If-None-Match` matches the current ETag. */
function matchesEtag(header: string | undefined, digest: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(`"${digest}"`)
}
