// The options of the algorithm, below the list of algorithms.
// @ts-types="../vendor/preact-10.29.8/index.d.ts"
import { h } from '../vendor/preact-10.29.8/preact.mjs';
import type { BarOption, BarRun } from '../messages.ts';
import type { BarState } from './state.ts';

export function Options({ run, choose }: { run: BarRun; choose: BarState['choose'] }) {
  if (!run.options.length) return null;
  return (
    <form class='options' aria-label={`Options of ${run.title}`} onSubmit={(event) => event.preventDefault()}>
      <h4>Options of {run.title}</h4>
      {run.options.map((option) => (
        <label key={option.name} title={option.help}>
          <span>{option.title}</span>
          <Field option={option} set={(value) => choose('option', `${run.name}=${option.name}=${value}`)} />
        </label>
      ))}
    </form>
  );
}

function Field({ option, set }: { option: BarOption; set: (value: string) => void }) {
  const { name, value, kind, choices = [], minimum, maximum } = option;
  if (kind === 'choice') {
    return (
      <select name={name} value={value} onChange={(event) => set(event.currentTarget.value)}>
        {choices.map(([each, title]) => <option key={each} value={each} selected={each === value}>{title}</option>)}
      </select>
    );
  }
  if (kind === 'switch') {
    return (
      <input
        type='checkbox'
        name={name}
        checked={value === 'yes'}
        onChange={(event) => set(event.currentTarget.checked ? 'yes' : 'no')}
      />
    );
  }
  return (
    <input
      type={kind === 'number' ? 'number' : 'text'}
      name={name}
      key={value}
      defaultValue={value} // what is being typed stays when the bar is drawn anew
      min={minimum ?? undefined}
      max={maximum ?? undefined}
      step='any'
      autocomplete='off'
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}
