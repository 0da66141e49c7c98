/** The reka-ui menu parts that `DropdownMenu` uses unchanged. */
export {
  DropdownMenuRadioGroup as MenuChoices,
  DropdownMenuRadioItem as MenuChoice,
  DropdownMenuSeparator as MenuSeparator,
} from 'reka-ui'
