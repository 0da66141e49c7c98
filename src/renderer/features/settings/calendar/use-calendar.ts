import { computed, onScopeDispose, shallowRef } from 'vue'
import type { CalendarProblem, CalendarState } from '../../../../shared/operations/calendar.ts'
import type { MessageId } from '../../../../shared/messages/message.ts'
import { useHost, useLatchkey } from '../../../bridge/latchkey.ts'
import { useAsyncAction } from '../../../bridge/use-async-action.ts'
import { useServiceQuery } from '../../../bridge/use-service-query.ts'
import { useQuestion } from '../../../components/use-confirm.ts'
import { t } from '../../../ui/messages.ts'
import { useToast } from '../../../ui/use-toast.ts'

type Calendar = Required<CalendarState>['calendar']
type Switches = Pick<Calendar, 'isOn' | 'hasTitles' | 'restores'>

/** All that is ever known about an address that couldn’t be added. */
const problemMessages: Record<CalendarProblem, MessageId> = {
  invalid: 'calendar.invalid',
  unreachable: 'calendar.unreachable',
  unreadable: 'calendar.unreadable',
  'too-soon': 'calendar.tooSoon',
}

/** An account’s calendar, and adding one. */
export function useCalendar(account: string) {
  const latchkey = useLatchkey()
  const ask = useQuestion()
  const { showToast } = useToast(account, 'calendar')
  const query = useServiceQuery(account, 'calendar.get')
  const action = useAsyncAction()
  const problem = shallowRef<CalendarProblem>()
  const operations = () => latchkey(account).calendar

  onScopeDispose(
    useHost().on('statusTimes', (event) => {
      if (event.account === account) void query.reload()
    }),
  )

  const change = (work: () => Promise<CalendarState>) =>
    action.run(async () => query.set(await work()))

  /** Adds the calendar at an address, which the user confirms if it is fetched. Returns whether it was added. */
  async function add(source: { address: string } | { path: string }): Promise<boolean> {
    problem.value = undefined
    let isAdded = false
    await action.run(async () => {
      const send = (isConfirmed: boolean) =>
        'path' in source
          ? operations().addLocal(source)
          : operations().add({ ...source, isConfirmed })
      let added = await send(false)
      if ('asked' in added) {
        if (!(await confirm(added.asked))) return
        added = await send(true)
      }
      if ('problem' in added) problem.value = added.problem
      if (!('calendar' in added)) return
      query.set(added)
      isAdded = true
    })
    return isAdded
  }

  const confirm = (host: string) =>
    ask({
      title: t('calendar.confirmTitle', { host }),
      text: t('calendar.confirmText'),
      confirm: t('calendar.add'),
    })

  const setting = <Name extends keyof Switches>(name: Name) =>
    computed<boolean>({
      get: () => query.data.value?.calendar?.[name] ?? false,
      set: (value) => void change(() => operations().update({ [name]: value })),
    })

  return {
    query,
    calendar: computed(() => query.data.value?.calendar),
    /** Why the last calendar wasn’t added. */
    problem: computed(() => (problem.value ? t(problemMessages[problem.value]) : undefined)),
    forgetProblem: () => (problem.value = undefined),
    busy: action.busy,
    failure: action.failure,
    add,
    setting,
    reload: () => change(() => operations().reload()),
    resume: () => change(() => operations().resume()),
    async remove() {
      if (await change(() => operations().remove())) showToast(t('calendar.removed'))
    },
  }
}

export type UseCalendarReturn = ReturnType<typeof useCalendar>
