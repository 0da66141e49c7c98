import { html } from 'hono/html'
import type { User } from '../database/users.ts'

type Page = ReturnType<typeof html>
type ListedUser = Pick<User, 'username' | 'name'>

// Forms have no action, so they are sent to the page's own URL with its query.

/** Asks for consent. On a real instance, the user is signed in; here they choose one. */
export function consentPage(name: string, scopes: readonly string[], users: ListedUser[]): Page {
  return page(
    `Authorize ${name}`,
    html`
      <p>${name} asks for access to your account with these scopes:</p>
      <ul>
        ${scopes.map((scope) => html`<li>${scope}</li>`)}
      </ul>
      <form method="post">
        ${userSelect(users)}
        <p>
          <button name="decision" value="authorize">Authorize</button>
          <button name="decision" value="cancel">Cancel</button>
        </p>
      </form>
    `,
  )
}

/** Asks for the code that a device shows. Doesn't show the application, as GitLab's page doesn't. */
export function devicePage(userCode: string, users: ListedUser[]): Page {
  return page(
    'Authorize device',
    html`
      <form method="post">
        <p>
          <label for="user_code">User code</label>
          <input id="user_code" name="user_code" value="${userCode}" required />
        </p>
        ${userSelect(users)}
        <p><button>Authorize</button></p>
      </form>
    `,
  )
}

export function messagePage(title: string, text: string): Page {
  return page(title, html`<p>${text}</p>`)
}

function userSelect(users: ListedUser[]): Page {
  return html`
    <p>
      <label for="username">Sign in as</label>
      <select id="username" name="username">
        ${users.map(
          ({ username, name }) => html`<option value="${username}">${name} (@${username})</option>`,
        )}
      </select>
    </p>
  `
}

function page(title: string, content: Page): Page {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
}
