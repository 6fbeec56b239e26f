"""Pure components: functions of vars and callbacks that return one `rx.Component`."""
