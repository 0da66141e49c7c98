import { computed, shallowRef } from 'vue'
import type { AccountGpgKey, GpgState, JoinedGpgKey } from '../../../../shared/app/gpg-keys.ts'
import { bidiIsolate } from '../../../ui/bidi-isolate.ts'
import { useLatchkey } from '../../../data/latchkey.ts'
import { gpgKeyName, gpgKeyTyped, isOwnGpgKey, rankOfGpgKey } from './gpg-messages.ts'
import { byUrgency } from '../../../ui/time/expiry.ts'
import { asTextOrBytes } from '../given-files.ts'
import { foundKeys } from '../same-keys.ts'
import { useConfirm } from '../../../data/use-confirm.ts'
import { useKeys } from '../use-keys.ts'

/**
 * The GPG keys of an account beside those of this machine; or, for administrators, those of a person, by id, beside what was
 * brought here for them. What the local gpg has is not theirs, so it is not even asked.
 */
export function useGpgKeys(account: string, person?: number) {
  const latchkey = useLatchkey()
  const ask = useConfirm()
  const gpg = shallowRef<GpgState>()

  async function scan() {
    if (person !== undefined) return []
    const found = await latchkey().localGpgKeys.scan()
    gpg.value = found.gpg
    return found.keys
  }

  const ownPorts = {
    list: (read = latchkey) => read(account).localGpgKeys.list(),
    import: (keys: { localKeyId: string }[]) => latchkey(account).localGpgKeys.import({ keys }),
    get: (key_id: number) => latchkey(account).gpgKeys.get({ key_id }),
    remove: (key_id: number) => latchkey(account).gpgKeys.remove({ key_id }),
  }
  const portsFor = (id: number): typeof ownPorts => ({
    list: (read = latchkey) => read(account).localGpgKeys.listFor({ user_id: id }),
    import: (keys) => latchkey(account).localGpgKeys.importFor({ user_id: id, keys }),
    get: (key_id) => latchkey(account).gpgKeys.getOf({ id, key_id }),
    remove: (key_id) => latchkey(account).gpgKeys.removeOf({ id, key_id }),
  })
  const keys = useKeys(account, {
    key: ['GPG keys', person ?? 'own'],
    scan,
    read: (files) => latchkey().localGpgKeys.read({ files }),
    ...(person === undefined ? ownPorts : portsFor(person)),
    encode: asTextOrBytes,
    limits: { bytes: 512 * 1024, files: 100 },
  })
  const { list } = keys

  const onAccount = computed(() =>
    byUrgency(list.data.value?.account ?? [], (key) => key.details?.expires, Date.now()),
  )
  const isMeant = ({ localKeyId }: JoinedGpgKey) =>
    person === undefined || keys.brought.value.has(localKeyId)
  const onMachine = computed(() =>
    foundKeys((list.data.value?.local ?? []).filter(isMeant), rankOfGpgKey),
  )
  const fresh = computed(() => onMachine.value.filter(({ key }) => key.state === 'new'))
  const own = computed(() => fresh.value.filter(({ key }) => isOwnGpgKey(key)))
  /** gpg keeps the public keys of other people too; those are not to be imported by mistake. */
  const others = computed(() => fresh.value.filter(({ key }) => !isOwnGpgKey(key)))
  const known = computed(() => onMachine.value.filter(({ key }) => key.state === 'on-account'))
  const usable = computed(() =>
    own.value.map(({ key }) => key).filter(({ revoked, expired }) => !revoked && !expired),
  )
  /** This machine's newer copy of a key of the account. */
  const newerOf = ({ id }: AccountGpgKey) =>
    onMachine.value.find(({ key }) => key.state === 'changed' && key.accountKeyId === id)?.key

  const chosen = (key: JoinedGpgKey) => ({
    choice: { localKeyId: key.localKeyId },
    title: gpgKeyName(key),
  })

  const importOne = (key: JoinedGpgKey) => keys.importKeys([chosen(key)])

  /** Imports all that are new; those that are revoked or expired are named and left out. */
  function importAll(some: readonly JoinedGpgKey[] = usable.value) {
    const leftOut = own.value.flatMap(({ key }) =>
      key.revoked || key.expired
        ? {
            localKeyId: key.localKeyId,
            title: gpgKeyName(key),
            outcome: 'left-out' as const,
            message: key.revoked ? 'It is revoked.' : 'It has expired.',
            hint: 'It can be imported by itself.',
          }
        : [],
    )
    return keys.importKeys(some.map(chosen), leftOut)
  }

  async function remove(key: AccountGpgKey) {
    const isSure = await ask({
      title: 'Delete this GPG key?',
      text:
        `${bidiIsolate(gpgKeyName(key.details, key.id))} is taken off the account. Commits that are verified by it stay so; ` +
        'those that were not pushed yet, and all new ones signed with it, will be unverified. ' +
        `The key in ${person === undefined ? 'your' : 'their'} gpg stays as it is.`,
      confirm: 'Delete key',
      dangerous: true,
      typed: gpgKeyTyped(key.details, key.id),
    })
    if (isSure) await keys.remove(key.id, gpgKeyName(key.details, key.id))
  }

  return {
    ...keys,
    gpg,
    onAccount,
    own,
    others,
    known,
    usable,
    newerOf,
    importOne,
    importAll,
    remove,
  }
}

export type GpgKeys = ReturnType<typeof useGpgKeys>
