import { app } from 'electron'
import {
  type LaunchRequests,
  parseLaunchRequests,
} from '../core/features/desktop/launch-requests.ts'
import { isHidden } from './arguments.ts'
import { isPortable } from './installed-path.ts'

/**
 * Collects links and files during startup, because macOS sends them before the app is ready. The returned function
 * registers a handler for them.
 */
export function setupLaunchRequests(): (take: (launchRequests: LaunchRequests) => void) => void {
  const { link, files } = parseLaunchRequests(process.argv, process.cwd())
  const pending: LaunchRequests[] = link !== undefined || files.length > 0 ? [{ link, files }] : []
  let listener: ((launchRequests: LaunchRequests) => void) | undefined
  const deliver = (launchRequests: LaunchRequests) => {
    if (listener) listener(launchRequests)
    else pending.push(launchRequests)
  }
  app.on('open-url', (event, link) => {
    event.preventDefault()
    deliver({ link, files: [] })
  })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    deliver({ files: [path] })
  })
  app.on('second-instance', (_, argv, folder) => {
    const requests = parseLaunchRequests(argv, folder)
    const isEmpty = requests.link === undefined && requests.files.length === 0
    // A desktop that restores its session starts Latchkey in addition to the start at sign-in.
    if (!isEmpty || !isHidden(argv)) deliver(requests)
  })
  return (take) => {
    listener = take
    for (const launchRequests of pending.splice(0)) take(launchRequests)
    // Otherwise the system would open links with Electron itself, or with a portable app whose USB drive was removed.
    if (app.isPackaged && !isPortable()) app.setAsDefaultProtocolClient('latchkey')
  }
}
