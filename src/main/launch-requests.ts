import { app } from 'electron'
import {
  type LaunchRequests,
  parseLaunchRequests,
} from '../core/features/desktop/launch-requests.ts'
import { isPortable } from './installed-path.ts'

/**
 * Collects links and files from the start: macOS sends them before the app is ready. The returned function takes a callback
 * for them.
 */
export function setupLaunchRequests(): (take: (launchRequests: LaunchRequests) => void) => void {
  const { link, files } = parseLaunchRequests(process.argv, process.cwd())
  const waiting: LaunchRequests[] = link !== undefined || files.length > 0 ? [{ link, files }] : []
  let taker: ((launchRequests: LaunchRequests) => void) | undefined
  const arrived = (launchRequests: LaunchRequests) => {
    if (taker) taker(launchRequests)
    else waiting.push(launchRequests)
  }
  app.on('open-url', (event, link) => {
    event.preventDefault()
    arrived({ link, files: [] })
  })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    arrived({ files: [path] })
  })
  app.on('second-instance', (_, argv, folder) => arrived(parseLaunchRequests(argv, folder)))
  return (take) => {
    taker = take
    for (const launchRequests of waiting.splice(0)) take(launchRequests)
    // Otherwise the system would start Electron itself, or a portable app that is gone with its USB drive.
    if (app.isPackaged && !isPortable()) app.setAsDefaultProtocolClient('latchkey')
  }
}
