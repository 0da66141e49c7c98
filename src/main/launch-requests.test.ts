import { expect, it, vi } from 'vitest'
import type { LaunchRequests } from '../core/features/desktop/launch-requests.ts'
import { setupLaunchRequests } from './launch-requests.ts'
import { app } from './testing/fake-electron.ts'

vi.mock('electron', () => import('./testing/fake-electron.ts'))

it('queues links and files in order until the app is ready', () => {
  const take = setupLaunchRequests()
  const event = { preventDefault: vi.fn() }
  app.emit('open-url', event, 'latchkey://status')
  app.emit('open-file', event, '/home/ada/work.pub')
  app.emit('second-instance', {}, ['latchkey', 'latchkey://home'], '/')
  expect(event.preventDefault).toHaveBeenCalledTimes(2)
  const received: LaunchRequests[] = []
  take((launchRequests) => received.push(launchRequests))
  expect(received).toEqual([
    { link: 'latchkey://status', files: [] },
    { files: ['/home/ada/work.pub'] },
    { link: 'latchkey://home', files: [] },
  ])
})

it('stays hidden if the system starts it twice at sign-in', () => {
  const received: LaunchRequests[] = []
  setupLaunchRequests()((launchRequests) => received.push(launchRequests))
  app.emit('second-instance', {}, ['latchkey', '--hidden'], '/')
  expect(received).toEqual([])
  app.emit('second-instance', {}, ['latchkey', '--hidden', 'latchkey://home'], '/')
  app.emit('second-instance', {}, ['latchkey'], '/')
  expect(received).toEqual([{ link: 'latchkey://home', files: [] }, { files: [] }])
})
