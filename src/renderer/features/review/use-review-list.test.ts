import { effectScope, nextTick, ref } from 'vue'
import { expect, it, vi } from 'vitest'
import type { ReviewState } from '../../../shared/operations/review.ts'
import { reloadWhileRunning } from './use-review-list.ts'

it('reloads as soon as a review ends', async () => {
  const running: ReviewState = { phase: 'running', total: 300, read: 103, incomplete: 0, gone: 0 }
  const state = ref<ReviewState>(running)
  const reload = vi.fn(() => Promise.resolve())
  const scope = effectScope()
  scope.run(() => reloadWhileRunning(state, reload))
  state.value = { ...running, read: 104 }
  await nextTick()
  expect(reload).not.toHaveBeenCalled()
  state.value = { ...running, phase: 'done', read: 300 }
  await nextTick()
  expect(reload).toHaveBeenCalledOnce()
  scope.stop()
})
