import { computed, nextTick, watch } from 'vue'
import { useRoute } from 'vue-router'
import type { OwnTokenEntry } from '../../../shared/operations/own-tokens.ts'
import { mayHaveHappened } from '../../../shared/rules/failure.ts'
import { failureOf, useLatchkey } from '../../bridge/latchkey.ts'
import { listFromQuery } from '../../bridge/list-state.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useServiceQuery } from '../../bridge/use-service-query.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { useOwnTokenRevocation } from '../../forms/use-revocation.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { createListSelection } from '../../ui/list-selection.ts'
import { t } from '../../ui/messages.ts'
import { useClock } from '../../ui/use-clock.ts'
import { useToast } from '../../ui/use-toast.ts'
import { useRememberedChoice } from '../../ui/remembered.ts'
import { type TokenFilter, byCare, tokenFilters, tokenViews, matchesFilter } from './own-tokens.ts'

/** The account’s tokens, or just those created here if the instance can’t list them. */
export function useOwnTokens(account: string) {
  const latchkey = useLatchkey()
  const confirm = useConfirm()
  const { showToast } = useToast()
  const now = useClock()
  const revokeToken = useOwnTokenRevocation(account)
  const query = useServiceQuery(account, 'ownTokens.list', {}, { cached: true })
  const revoking = useAsyncAction()
  const removing = useAsyncAction()
  const filter = useRememberedChoice<TokenFilter>('tokens.view', tokenFilters)
  const tokens = computed(() => query.data.value?.tokens ?? [])
  const listed = computed(() => query.data.value?.listed)
  const views = computed(() =>
    listed.value === 'all'
      ? tokenViews(tokens.value, now.value).map((view) => ({
          ...view,
          isOpen: view.id === filter.value,
        }))
      : [],
  )
  const list = listFromQuery({ ...query, reload }, ({ listed: how, tokens: all }) =>
    byCare(
      how === 'all' ? all.filter((token) => matchesFilter(token, filter.value, now.value)) : all,
      now.value,
    ),
  )
  const revocable = computed(() => list.items.value.filter((token) => token.canRevoke))
  const selection = createListSelection<number>()
  /** The selected tokens that can be revoked. */
  const selected = computed(() => revocable.value.filter(({ id }) => selection.has(id)))
  watch(filter, () => selection.clear())
  useShownFilter()

  /** Reloads even if the instance couldn’t list tokens before. */
  function reload(): Promise<void> {
    return listed.value === 'unsupported'
      ? query.reloadBy((read) => read(account).ownTokens.list({ again: true }))
      : query.reload()
  }

  /** Shows the token that a link points to, but only once per link. */
  function useShownFilter() {
    const route = useRoute()
    let followed: unknown
    watch(
      [() => route.query.show, tokens],
      ([show]) => {
        const shown = tokens.value.find(({ id }) => String(id) === show)
        if (!shown || show === followed) return
        followed = show
        if (matchesFilter(shown, filter.value, now.value)) return
        filter.value = shown.state === 'inactive' ? 'inactive' : 'active'
      },
      { immediate: true },
    )
  }

  /** Revokes a token. Returns whether it is now revoked. */
  async function revoke(token: OwnTokenEntry): Promise<boolean> {
    let isRevoked = false
    await revoking.run(async () => {
      try {
        isRevoked = await revokeToken(token)
      } catch (error) {
        if (mayHaveHappened(failureOf(error))) await query.reload()
        throw error
      }
      if (isRevoked) await query.reload()
    }, token.id)
    await nextTick()
    return isRevoked
  }

  /** Revokes the selected tokens after confirmation, one by one. The rest stay selected if one fails. */
  async function revokeSelected(): Promise<boolean> {
    const chosen = selected.value
    const isConfirmed = await confirm({
      what: 'revoke_token',
      isReversible: false,
      title: t('tokens.revokeManyTitle', { count: chosen.length }),
      text: t('tokens.revokeManyText', { names: chosen.map(({ name }) => bidiIsolate(name)) }),
      confirm: t('tokens.revokeMany', { count: chosen.length }),
    })
    if (!isConfirmed) return false
    let count = 0
    await revoking.run(async () => {
      try {
        for (const token of chosen) {
          await latchkey(account)
            .ownTokens.revoke({ id: token.id })
            .catch((error: unknown) => {
              if (failureOf(error).kind !== 'not-found') throw error
            })
          selection.toggle(token.id)
          count += 1
        }
        selection.clear()
      } finally {
        if (count > 0) showToast(t('tokens.revokedMany', { count, total: chosen.length }))
        await query.reload()
      }
    })
    await nextTick()
    return count > 0
  }

  /** Removes an entry after confirmation. Returns whether it was removed. */
  async function remove({ id, name }: OwnTokenEntry): Promise<boolean> {
    const isConfirmed = await confirm({
      what: 'forget_token',
      isReversible: false,
      title: t('tokens.removeTitle', { name: bidiIsolate(name) }),
      text: t('tokens.removeText', { id }),
      confirm: t('tokens.remove'),
    })
    if (!isConfirmed) return false
    const isRemoved = await removing.run(async () => {
      query.set(await latchkey(account).ownTokens.forgetEntry({ id }))
      showToast(t('tokens.removed', { name: bidiIsolate(name) }))
    }, id)
    await nextTick()
    return isRemoved
  }

  return {
    query,
    list,
    tokens,
    listed,
    filter,
    views,
    revoking,
    removing,
    reload,
    revoke,
    revocable,
    selected,
    selection,
    revokeSelected,
    remove,
    now,
  }
}
