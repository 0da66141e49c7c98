import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { currentTime } from '../../../../../shared/clock.ts'
import { createNodeFetch } from '../../../../network/node-fetch.ts'
import { createAccountService } from '../../../../accounts/account-service.ts'
import type { AccountService } from '../../../../service-client/gitlab-client.ts'
import { AccountFile } from '../../../../accounts/account-record.ts'
import { Accounts } from '../../../../accounts/accounts.ts'
import { CreateRecovery } from '../../../../create-recovery/create-recovery.ts'
import { ConnectivityLog } from '../../../../connectivity/connectivity.ts'
import { RateLimitPause, Throttle } from '../../../../gitlab/throttle.ts'
import { jsonFile } from '../../../../infra/files/json-file.ts'
import { memoryFile } from '../../../../infra/files/memory-file.ts'
import { systemClock } from '../../../../infra/time/clock.ts'
import { createMemorySecretStore } from '../../../../secrets/memory-secret-store.ts'
import { ServiceClient } from '../../../../service-client/service-client.ts'

/** Signs in at a service; what comes back speaks to it over the network as the app does, without waiting to try again. */
export async function signedIn(baseUrl: string, token = 'x'): Promise<AccountService> {
  const client = new ServiceClient({
    fetch: createNodeFetch(),
    now: currentTime,
    random: Math.random,
    sleep: async () => undefined,
  })
  const accounts = new Accounts({
    file: jsonFile(join(tmpdir(), 'latchkey-never-written.json'), AccountFile, () => undefined),
    keychain: createMemorySecretStore(),
    session: createMemorySecretStore(),
    client,
    onChange: () => undefined,
  })
  // One that ends with the process, so that nothing is written.
  const { id } = await accounts.add({ baseUrl, token }, { demo: true })
  const pause = memoryFile(RateLimitPause)
  const throttle = new Throttle({
    clock: systemClock(currentTime),
    pause: () => pause,
    log: () => undefined,
  })
  return new CreateRecovery().wrap(
    createAccountService(id, {
      accounts,
      client,
      throttle: () => throttle,
      connectivity: new ConnectivityLog({ now: currentTime, onChange: () => undefined }),
      onAnswer: () => undefined,
    }),
  )
}
