import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { onEnter } from './terminal.ts'

function openTerminal({ isTTY, isForeground }: { isTTY: boolean; isForeground: () => boolean }) {
  const stdin = Object.assign(new PassThrough(), { isTTY })
  const terminal = Object.assign(new EventEmitter(), { stdin })
  const entered = vi.fn()
  const canBePressed = onEnter(terminal, entered, isForeground)
  return { terminal, stdin, entered, canBePressed }
}

it('onEnter reports each press of Enter in the foreground', async () => {
  const { stdin, entered, canBePressed } = openTerminal({ isTTY: true, isForeground: () => true })
  expect(canBePressed).toBe(true)
  for (let times = 1; times <= 3; times += 1) {
    stdin.write('\n')
    await turn()
    expect(entered).toHaveBeenCalledTimes(times)
  }
})

it('onEnter reads nothing in the background until it is continued in the foreground', async () => {
  let isForeground = false
  const { terminal, stdin, entered, canBePressed } = openTerminal({
    isTTY: true,
    isForeground: () => isForeground,
  })
  expect(canBePressed).toBe(false)
  stdin.write('\n')
  await turn()
  expect(entered).not.toHaveBeenCalled()
  isForeground = true
  terminal.emit('SIGCONT')
  await turn()
  expect(entered).toHaveBeenCalledOnce()
  isForeground = false
  terminal.emit('SIGCONT')
  stdin.write('\n')
  await turn()
  expect(entered).toHaveBeenCalledOnce()
})

it('onEnter reports input from a program, and tolerates its end or failure', async () => {
  const { stdin, entered, canBePressed } = openTerminal({ isTTY: false, isForeground: () => false })
  expect(canBePressed).toBe(false)
  stdin.write('\n')
  await turn()
  stdin.destroy(new Error('read EIO'))
  await turn()
  expect(entered).toHaveBeenCalledOnce()
})
