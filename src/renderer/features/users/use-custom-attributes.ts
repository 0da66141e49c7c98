import { shallowRef, watch } from 'vue'
import type { Failure } from '../../../shared/rules/failure.ts'
import type { CustomAttribute } from '../../../shared/gitlab/custom-attributes.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { CallError } from '../../bridge/call-error.ts'
import { failureOf, useLatchkey } from '../../bridge/latchkey.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'

/** The attribute being edited. A new one has no key yet. */
export type EditedAttribute = Partial<CustomAttribute>

/**
 * Sets and deletes a user’s custom attributes. Calls `changed` when the user should be reloaded. Doesn’t overwrite
 * a value that someone else changed after it was shown.
 */
export function useCustomAttributes(
  account: string,
  user: () => UserForAdmins,
  changed: () => void,
) {
  const latchkey = useLatchkey()
  const { showToast } = useToast()
  const removing = useAsyncAction()
  /** The attribute whose form is open. */
  const edited = shallowRef<EditedAttribute>()
  /** The last conflict that was shown: an attribute’s key, and its value if it has one. */
  let shown: EditedAttribute = {}
  const calls = () => latchkey(account).customAttributes

  watch(edited, () => (shown = {}), { flush: 'sync' })

  /** Loads the current value from GitLab; undefined if there is none. */
  async function read(attribute: string): Promise<string | undefined> {
    try {
      return (await calls().get({ id: user().id, attribute })).value
    } catch (error) {
      if (failureOf(error).kind === 'not-found') return undefined
      throw error
    }
  }

  /** Saves the attribute. Throws if GitLab’s value is neither the one being edited nor the last one shown. */
  async function save({ key, value }: CustomAttribute): Promise<void> {
    const before = key === shown.key ? shown.value : edited.value?.value
    const now = await read(key)
    if (now !== before) {
      shown = { key, ...(now !== undefined && { value: now }) }
      throw new CallError(changedFailure(key, now, t('user.attributeSaveAgain')))
    }
    const saved = await calls().set({ id: user().id, attribute: key, value })
    if (saved.value !== value) {
      shown = { key, value: saved.value }
      const text = t('editing.notSavedValue', { value: saved.value })
      throw new CallError({ kind: 'conflict', message: text, fields: { value: [text] } })
    }
    edited.value = undefined
    showToast(t('user.attributeSaved', { key: bidiIsolate(key) }), undo(key, value, before))
    changed()
  }

  async function remove({ key, value }: CustomAttribute): Promise<void> {
    await removing.run(async () => {
      const now = await read(key)
      if (now !== undefined && now !== value) throw new CallError(changedFailure(key, now))
      if (now === undefined) showToast(t('user.attributeGone', { key: bidiIsolate(key) }))
      else {
        await calls().remove({ id: user().id, attribute: key })
        showToast(
          t('user.attributeDeleted', { key: bidiIsolate(key) }),
          undo(key, undefined, value),
        )
      }
      changed()
    }, key)
  }

  function undo(key: string, from: string | undefined, to: string | undefined) {
    return { label: t('common.undo'), run: () => restore(key, from, to), isUndo: true as const }
  }

  /** Undoes a change, unless someone else has changed the value since. */
  async function restore(attribute: string, from: string | undefined, to: string | undefined) {
    const { id } = user()
    try {
      const now = await read(attribute)
      if (now !== from) throw new CallError(changedFailure(attribute, now))
      if (to === undefined) await calls().remove({ id, attribute })
      else await calls().set({ id, attribute, value: to })
      showToast(t('user.attributeRestored', { key: bidiIsolate(attribute) }))
    } catch (error) {
      const { message, hint } = failureOf(error)
      showToast([message, hint].filter(Boolean).join(' '))
    }
    changed()
  }

  return { edited, removing, save, remove }
}

function changedFailure(
  key: string,
  now: string | undefined,
  hint = t('user.attributeUnchanged'),
): Failure {
  const message =
    now === undefined
      ? t('user.attributeGone', { key: bidiIsolate(key) })
      : t('user.attributeChanged', { key: bidiIsolate(key), value: bidiIsolate(now) })
  return { kind: 'conflict', message, hint }
}
