import type { Latchkey } from '../../data/latchkey.ts'

type Api = Pick<ReturnType<Latchkey>, 'users' | 'directory'>

/** The ID of the user with a username; undefined if there is none. Administrators have it in the directory, also offline. */
export async function findByUsername(
  api: Api,
  username: string,
  isAdmin: boolean,
): Promise<number | undefined> {
  const copy = isAdmin
    ? // Without a directory the service knows.
      await api.directory.search({ filter: { username }, limit: 1 }).catch(() => undefined)
    : undefined
  const id = copy?.items[0]?.id
  if (id !== undefined) return id
  const { items } = await api.users.list({ username })
  return items[0]?.id
}
