import { createNodeFetch } from '../../node-fetch.ts'
import { type AccountService, serviceOf } from '../../account-service.ts'
import { Accounts } from '../../accounts/accounts.ts'
import { AvatarBook } from '../../avatars/avatar-book.ts'
import { Creations } from '../../creations/creations.ts'
import { ConnectivityLog } from '../../connectivity/connectivity.ts'
import { createSessionStore } from '../../secrets/session-store.ts'
import { ServiceClient } from '../../service-client/service-client.ts'

/** Signs in at a service; what comes back speaks to it over the network as the app does, without waiting to try again. */
export async function signedIn(baseUrl: string, token = 'x'): Promise<AccountService> {
  const client = new ServiceClient({
    fetch: createNodeFetch(),
    now: Date.now,
    random: Math.random,
    sleep: async () => undefined,
  })
  let file: ReturnType<Accounts['ids']> | object = { accounts: [] }
  const accounts = new Accounts({
    file: { read: () => file as never, write: (value) => (file = value) },
    keychain: createSessionStore(),
    session: createSessionStore(),
    client,
    changed: () => undefined,
  })
  const { id } = await accounts.add({ baseUrl, token })
  return new Creations().over(
    serviceOf(id, {
      accounts,
      client,
      connectivity: new ConnectivityLog({ now: Date.now, changed: () => undefined }),
      book: new AvatarBook(),
    }),
  )
}
