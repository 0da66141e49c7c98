import { inject, onScopeDispose, provide, shallowRef } from 'vue'
import type { InjectionKey, Ref, ShallowRef } from 'vue'

/** A question before something that is not easily undone. */
export interface Question {
  title: string
  text: string
  /** What the button that goes on says. */
  confirm: string
  cancel?: string
  dangerous?: boolean
  /** What must be typed before one can go on, where nothing brings back what is lost. */
  typed?: string
  /** Something to decide along with it; `checked` says how it is preset, and takes what was chosen. */
  option?: { label: string; hint: string; checked: Ref<boolean> }
}

interface CacheKey extends Question {
  answer: (yes: boolean) => void
}

interface Confirm {
  current: ShallowRef<CacheKey | undefined>
  ask: (question: Question) => Promise<boolean>
}

export const confirmKey: InjectionKey<Confirm> = Symbol('confirm')

/** For the root of the page: holds the question that is open. */
export function provideConfirm(): Confirm {
  const current = shallowRef<CacheKey>()

  function ask(question: Question): Promise<boolean> {
    current.value?.answer(false)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    current.value = {
      ...question,
      answer: (yes) => {
        current.value = undefined
        resolve(yes)
      },
    }
    return promise
  }

  const confirm = { current, ask }
  provide(confirmKey, confirm)
  return confirm
}

/**
 * Asks a person and waits for the answer; closing the question means no. A question closes with the component that asks it,
 * and is not asked once that is gone.
 */
export function useConfirm(): Confirm['ask'] {
  const confirm = inject(confirmKey)
  if (!confirm) throw new Error('No confirmation is provided.')
  const { ask, current } = confirm
  let isGone = false
  let latest: CacheKey | undefined
  onScopeDispose(() => {
    isGone = true
    if (latest && latest === current.value) latest.answer(false)
  })

  return (question) => {
    if (isGone) return Promise.resolve(false)
    const answer = ask(question)
    latest = current.value
    return answer
  }
}
