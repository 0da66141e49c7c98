import type { Component } from 'vue'
import type { QueuedAction } from '../../../shared/operations/queue.ts'
import { message } from '../../../shared/messages/message.ts'
import { isIrreversible, objectionTo } from '../../../shared/rules/moderation.ts'
import { actionLabel, actionTitle } from '../../components/moderation/moderation-messages.ts'
import { actionControls, hasUserChanged } from '../../components/moderation/queue-messages.ts'
import type { useQueueActions } from '../../components/moderation/use-queue-actions.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import type { MenuItem } from '../../ui/MenuButton.vue'
import { t, textOf } from '../../ui/messages.ts'
import { useClock } from '../../ui/use-clock.ts'
import { useQueueContext } from './use-queue-controls.ts'

/** Something that can be done with a queued action or a run. */
export interface ActionItem extends MenuItem {
  /** Its button’s accessible name, if other rows have the same button. */
  name?: string
  icon?: Component
  isPrimary?: boolean
  run: () => unknown
}

type Actions = Record<'cancel' | 'sendNow' | 'look' | 'retry', (action: QueuedAction) => unknown> &
  Pick<ReturnType<typeof useQueueActions>, 'replace'> & {
    decide(action: QueuedAction, decision: 'apply' | 'drop'): unknown
  }

/** Lists what can be done with queued actions. */
export function useActionItems(
  account: string,
  actions: Actions,
  { edit, changeDate }: Record<'edit' | 'changeDate', (action: QueuedAction) => unknown>,
) {
  const accounts = useAccountsStore()
  const context = useQueueContext(account)
  const now = useClock()

  /** Why a conflict’s action isn’t possible in the user’s current state. */
  function objectionOf({ action, target, ...conflict }: QueuedAction) {
    if (conflict.state !== 'conflict') return undefined
    const { usernameNow: username = target.username, after: state = target.state } = conflict
    if (state === 'gone') return { text: message('queue.nobodyLeft'), instead: [] }
    const moderator = { id: accounts.byId(account)?.user.id ?? 0, now: now.value }
    const objection = objectionTo(action, { id: target.id, username, state }, moderator)
    return objection && { text: objection.text, instead: objection.instead ?? [] }
  }

  /** What can be done with an action, with the most likely first. */
  function itemsOf(action: QueuedAction): ActionItem[] {
    const controls = actionControls(action, now.value)
    const objection = objectionOf(action)
    const isSendable = !context.value.isPaused && !context.value.isHeld
    const [label, title] = [actionLabel(action.action), actionTitle(action)]
    /** Whether a conflict only needs confirming. */
    const isSame = controls.decide && isIrreversible(action.action) && !hasUserChanged(action)
    const apply = isSame
      ? { label, name: title }
      : { label: t('queue.anyway', { action: label }), name: t('queue.anyway', { action: title }) }
    const item = (
      id: string,
      text: string,
      run: (action: QueuedAction) => unknown,
      rest: Partial<ActionItem> = {},
    ): ActionItem => ({
      id,
      label: text,
      name: t('common.labeled', { label: title, value: text }),
      run: () => run(action),
      ...rest,
    })
    const drop = (text: string) => item('drop', text, (it) => actions.decide(it, 'drop'))
    const cancel = t(action.state === 'undoable' ? 'common.undo' : 'common.cancel')
    const reason = t(action.reason ? 'queue.editReason' : 'queue.addReason')
    const writing = { objection: accounts.readOnlyReason }
    const items = [
      controls.decide && drop(t(isSame ? 'common.cancel' : 'queue.dismiss')),
      controls.decide &&
        !objection &&
        item('apply', apply.label, (it) => actions.decide(it, 'apply'), {
          name: apply.name,
          isPrimary: true,
        }),
      ...(objection?.instead ?? []).map((other) =>
        item(other, actionLabel(other), (it) => actions.replace(it, other), {
          name: actionTitle({ action: other, target: action.target }),
          isPrimary: true,
          isDangerous: isIrreversible(other),
        }),
      ),
      controls.cancel && item('cancel', cancel, actions.cancel),
      controls.sendNow && isSendable && item('sendNow', t('queue.sendNow'), actions.sendNow),
      controls.look && isSendable && item('look', t('failures.checkAgain'), actions.look),
      controls.resend &&
        item('resend', t('queue.sendAgain'), (it) => actions.decide(it, 'apply'), {
          isDangerous: true,
        }),
      controls.resend && drop(t('queue.dismiss')),
      controls.retry && item('retry', t('common.retry'), actions.retry, writing),
      controls.reschedule &&
        action.job !== undefined &&
        item('changeDate', t('queue.changeDate'), changeDate, writing),
      controls.edit && item('edit', reason, edit),
    ]
    return items.filter((one) => one !== false)
  }

  return {
    itemsOf,
    /** Why a conflict’s action isn’t possible in the user’s current state. */
    objectionText(action: QueuedAction): string | undefined {
      const objection = objectionOf(action)
      return objection && textOf(objection.text)
    },
  }
}
