import { createPinia } from 'pinia'
import { createApp, h, nextTick, shallowRef } from 'vue'
import type { App, Component } from 'vue'
import { hostKey } from '../../src/renderer/bridge/latchkey.ts'
import { createUserSelection } from '../../src/renderer/stores/selection.ts'
import '../../src/renderer/ui/styles/base.css'
import { loadMessages } from '../../src/renderer/ui/messages.ts'
import { applyTokens, light } from '../../src/renderer/ui/tokens.ts'
import type { Host } from '../../src/shared/operations/host.ts'
import LatchkeyList from './LatchkeyList.vue'
import NaiveList from './NaiveList.vue'
import { generateUsers } from './generate-users.ts'

/** The times of one round, in milliseconds. */
export interface Round {
  painted: number
  /** The time of each frame while scrolling. */
  frames: number[]
  all: number
  one: number
}

declare global {
  interface Window {
    /** Runs one round with one of the two lists. */
    round: (list: 'latchkey' | 'naive', count: number) => Promise<Round>
  }
}

interface List {
  component: Component
  scroller: string
  row: string
  all: () => unknown
  one: () => unknown
}

const frames = 300
/** How far (px) to scroll per frame, as when scrolling fast with a mouse wheel. */
const step = 200

applyTokens(document.documentElement, light)

window.round = async (name, count) => {
  await loadMessages()
  const users = generateUsers(count)
  const list = name === 'latchkey' ? latchkeyList(users) : naiveList(users)
  const app = createApp(list.component)
  app.provide(hostKey, createHost(users))
  app.use(createPinia())
  try {
    return await measureList(app, list)
  } finally {
    app.unmount()
  }
}

async function measureList(app: App, { scroller, row, all, one }: List): Promise<Round> {
  await measurePaint(() => undefined)
  const painted = await measurePaint(async () => {
    app.mount('#list')
    while (!document.querySelector(row)) await new Promise((resolve) => setTimeout(resolve))
  })
  return {
    painted,
    frames: await measureScroll(document.querySelector(scroller)!),
    all: await measurePaint(all),
    one: await measurePaint(one),
  }
}

/** Measures how long (ms) it takes until a change has been painted. */
async function measurePaint(change: () => unknown): Promise<number> {
  const began = performance.now()
  await change()
  await nextTick()
  await nextFrame()
  // The message arrives after the requested frame has been painted.
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(null)
  })
  return performance.now() - began
}

async function measureScroll(element: Element): Promise<number[]> {
  const times: number[] = []
  let before = await nextFrame()
  for (let frame = 0; frame < frames; frame += 1) {
    element.scrollTop += step
    const now = await nextFrame()
    times.push(now - before)
    before = now
  }
  return times
}

const nextFrame = () =>
  new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now())))

function latchkeyList(users: ReturnType<typeof generateUsers>): List {
  const selected = createUserSelection()
  return {
    component: { render: () => h(LatchkeyList, { selected }) },
    scroller: '[role=grid]',
    row: '[role=row][aria-selected]',
    all: () => selected.all({}, users.length),
    one: () => selected.toggle(users[frames]!.id),
  }
}

function naiveList(users: ReturnType<typeof generateUsers>): List {
  const checked = shallowRef<number[]>([])
  const unselected = users[frames]!.id
  return {
    component: {
      render: () =>
        h(NaiveList, {
          users,
          checked: checked.value,
          'onUpdate:checked': (keys: number[]) => (checked.value = keys),
        }),
    },
    scroller: '.v-vl',
    row: '.n-data-table-tbody .n-data-table-tr',
    all: () => (checked.value = users.map(({ id }) => id)),
    one: () => (checked.value = checked.value.filter((id) => id !== unselected)),
  }
}

/** Serves `directory.search` from memory, and copies data as the real process boundary does. */
function createHost(users: ReturnType<typeof generateUsers>): Host {
  return {
    invoke: async (_, input) => {
      const { offset, limit } = input as { offset: number; limit: number }
      const value = {
        items: structuredClone(users.slice(offset, offset + limit)),
        total: users.length,
        state: { phase: 'whole', known: users.length },
      }
      return { ok: true, value }
    },
    on: () => () => undefined,
  }
}
