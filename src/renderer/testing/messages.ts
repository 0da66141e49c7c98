import { loadMessages } from '../ui/messages.ts'

// In the app, the router waits for the messages.
await loadMessages()
