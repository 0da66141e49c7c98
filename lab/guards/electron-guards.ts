import type { Guard } from './guard.ts'

const host = 'src/main/security.exploit.test.ts'
const navigation = 'src/main/navigation.exploit.test.ts'
const ipc = 'src/main/ipc.exploit.test.ts'
const links = 'src/core/platform/page/external-links.exploit.test.ts'

/** Guards for Electron’s security checklist. */
export const electronGuards: readonly Guard[] = [
  {
    id: 'policy-sources',
    replacement: `"connect-src *"`,
    test: 'src/shared/rules/page-policy.exploit.test.ts',
    title: 'blocks loading from other origins and sending to them',
  },
  preference('nodeIntegration', false),
  preference('contextIsolation', true),
  preference('sandbox', true),
  {
    id: 'sandbox',
    test: host,
    title: 'starts sandboxed with its own options',
  },
  {
    id: 'sandbox-always-there',
    test: host,
    title: 'refuses to disable its sandbox on',
  },
  {
    id: 'permission-requests',
    replacement: 'defaultSession.setPermissionRequestHandler((_, __, answer) => answer(true))',
    test: 'src/main/permissions.exploit.test.ts',
    title: 'grant only clipboard writing',
  },
  preference('webSecurity', true),
  {
    id: 'policy-is-sent',
    replacement: '...{}',
    test: 'src/main/app-protocol.exploit.test.ts',
    title: 'sends the content security policy with every file',
  },
  preference('allowRunningInsecureContent', false),
  preference('experimentalFeatures', false),
  {
    id: 'blink-features',
    replacement: `preload, enableBlinkFeatures: 'X'`,
    test: host,
    title: "don't enable Blink features",
  },
  {
    id: 'notification-markup',
    replacement: 'const body = text',
    test: 'src/main/notifications.exploit.test.ts',
    title: 'notifications cannot contain a link or picture of an instance on linux',
  },
  { id: 'webview', test: navigation, title: 'denies webviews' },
  preference('webviewTag', false),
  { id: 'navigation', test: navigation, title: 'blocks navigation to' },
  {
    id: 'new-windows',
    replacement: `contents.setWindowOpenHandler(({ url }) => {
      void openLink(url, takeGesture())
      return { action: 'allow' }
    })`,
    test: navigation,
    title: 'denies new windows',
  },
  {
    id: 'outside',
    replacement: 'const isOpened = true',
    test: links,
    title: "doesn't start other programs",
  },
  {
    id: 'ipc-sender',
    replacement: 'return true',
    test: ipc,
    title: 'rejects calls from a foreign page',
  },
  {
    id: 'page-files',
    replacement: `const file = files.get(path) ?? join(folder, path)`,
    test: 'src/main/app-protocol.exploit.test.ts',
    title: "doesn't serve other files",
  },
  {
    id: 'fuses',
    replacement: 'runAsNode: true',
    test: 'scripts/lib/fuses.exploit.test.ts',
    title: 'sets every fuse as required',
  },
  {
    id: 'preload',
    replacement: `contextBridge.exposeInMainWorld('latchkey', { ...host, ipcRenderer })`,
    test: 'src/preload/preload.built.test.ts',
    title: 'exposes only invoke, on, and pathOf',
    isBuilt: true,
  },
]

function preference(name: string, value: boolean): Guard {
  return {
    id: `preference-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    replacement: `${name}: ${!value}`,
    test: host,
    title: `set ${name} to ${value}`,
  }
}
