import { session } from 'electron'

/** What the page may ask the system for: to put text on the clipboard, which needs no answer, and nothing else. */
const allowed = new Set(['clipboard-sanitized-write'])

export function setupPermissions(): void {
  const { defaultSession } = session
  // guard: permission-requests
  defaultSession.setPermissionRequestHandler((_, permission, answer) =>
    answer(allowed.has(permission)),
  )
  defaultSession.setPermissionCheckHandler((_, permission) => allowed.has(permission))
  defaultSession.setDevicePermissionHandler(() => false)
}
