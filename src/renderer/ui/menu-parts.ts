/** The parts of reka-ui's menu that stand in a `DropdownMenu` as they are. */
export {
  DropdownMenuRadioGroup as MenuChoices,
  DropdownMenuRadioItem as MenuChoice,
  DropdownMenuSeparator as MenuSeparator,
} from 'reka-ui'
