import { inject, provide, shallowRef } from 'vue'
import type { InjectionKey, ShallowRef } from 'vue'

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
}

interface Asked extends Question {
  answer: (yes: boolean) => void
}

interface Confirm {
  current: ShallowRef<Asked | undefined>
  ask: (question: Question) => Promise<boolean>
}

const key: InjectionKey<Confirm> = Symbol('confirm')

/** For the root of the page: holds the question that is open. */
export function provideConfirm(): Confirm {
  const current = shallowRef<Asked>()

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
  provide(key, confirm)
  return confirm
}

/** Asks a person and waits for the answer; closing the question means no. */
export function useConfirm(): Confirm['ask'] {
  const confirm = inject(key)
  if (!confirm) throw new Error('No confirmation is provided.')
  return confirm.ask
}
