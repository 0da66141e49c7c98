import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { currentTime } from '../../../../../shared/rules/clock.ts'
import { createNodeFetch } from '../../../../platform/network/node-fetch.ts'
import { createAccountClient } from '../../../../accounts/account-client.ts'
import type { GitLabClient } from '../../../../gitlab/gitlab-client.ts'
import { AccountFile } from '../../../../accounts/account-record.ts'
import { Accounts } from '../../../../accounts/accounts.ts'
import { ConnectivityLog } from '../../../../gitlab/connectivity/connectivity.ts'
import { RateLimitPause, Throttle } from '../../../../gitlab/throttle.ts'
import { jsonFile } from '../../../../platform/files/json-file.ts'
import { memoryFile } from '../../../../platform/files/memory-file.ts'
import { noPolicy } from '../../../../platform/policy/policy.ts'
import { systemClock } from '../../../../platform/time/clock.ts'
import { createMemorySecretStore } from '../../../../platform/keychain/memory-secret-store.ts'
import { ApiClient } from '../../../../gitlab/api-client.ts'
import { createExchange } from '../../../../gitlab/exchange.ts'
import { OAuth } from '../../../../gitlab/oauth.ts'

/**
 * Signs in. The returned client talks to the service over the network like the app does, but without delays between
 * retries.
 */
export async function signedIn(
  baseUrl: string,
  token = 'x',
  fetch = createNodeFetch(),
): Promise<GitLabClient> {
  const client = new ApiClient({
    fetch,
    now: currentTime,
    random: Math.random,
    sleep: async () => undefined,
  })
  const accounts = new Accounts({
    file: jsonFile(join(tmpdir(), 'latchkey-never-written.json'), AccountFile, () => undefined),
    keychain: createMemorySecretStore(),
    session: createMemorySecretStore(),
    client,
    policy: noPolicy,
    oauth: new OAuth({ exchange: createExchange({ fetch, now: currentTime }), now: currentTime }),
    now: currentTime,
    onChange: () => undefined,
  })
  // Demo accounts are kept in memory only, so nothing is written.
  const { id } = await accounts.add({ baseUrl, token }, { demo: true })
  const pause = memoryFile(RateLimitPause)
  const throttle = new Throttle({
    clock: systemClock(currentTime),
    pause: () => pause,
    log: () => undefined,
  })
  return createAccountClient(id, {
    accounts,
    client,
    policy: noPolicy,
    now: currentTime,
    throttle,
    connectivity: new ConnectivityLog({
      now: currentTime,
      after: () => () => undefined,
      onChange: () => undefined,
    }),
  })
}
