import { videoDifficulties, videoTypes } from '@prahari/contract';
import { useId } from 'react';
import { useFormat } from '../../shared/format/use-format.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { RestingTextField } from '../../shared/table/RestingTextField.tsx';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Select } from '../../ui/Select.tsx';
import styles from './LibraryFilters.module.css';
import { isNarrowed, type LibraryView, sortNames } from './library-view.ts';
import type { useFacets } from './use-library.ts';

const cx = classNames(styles);
/** More than one overlooks; the search finds the others. */
const MOST_TAGS = 100;

interface LibraryFiltersProps {
  readonly facets: ReturnType<typeof useFacets>;
  readonly view: LibraryView;
  readonly onChange: (change: Partial<LibraryView>) => void;
  readonly onClear: () => void;
  /** Whether the lists are in sight; kept by the page, which shows all this again after each load. */
  readonly areListsOpen: boolean;
  readonly onListsOpen: (areOpen: boolean) => void;
}

/** Heads all lessons, with their search, filters and order. Categories are visible; the rest is in lists that unfold. */
export function LibraryFilters({
  facets,
  view,
  onChange,
  onClear,
  areListsOpen,
  onListsOpen,
}: LibraryFiltersProps) {
  const { t } = useText();
  const format = useFormat();
  const { categories, tags, languages } = facets;
  const category = withChosen(categories, view.category);
  const language = withChosen(languages, view.language);
  const tag = withChosen(tags.slice(0, MOST_TAGS), view.tag);
  /** A list says by itself what it is of, so that it needs no line above. */
  const anyOf = (name: string) => t('library.anyOf', { name });
  const listsId = useId();
  const used = countListed(view);
  return (
    <div className={cx('filters')}>
      <div className={cx('first')}>
        <h2 className={cx('title')}>{t('library.allLessons')}</h2>
        <div className={cx('tools')}>
          <div className={cx('search')}>
            <RestingTextField
              type="search"
              label={t('library.searchLabel')}
              labelHidden
              placeholder={t('library.searchPlaceholder')}
              maxLength={200}
              value={view.search}
              onRest={(search) => onChange({ search })}
            />
          </div>
          {isNarrowed(view) ? (
            <Button size="compact" variant="ghost" icon="close" onClick={onClear}>
              {t('library.clearFilters')}
            </Button>
          ) : null}
          <Button
            size="compact"
            icon="chevron-down"
            aria-expanded={areListsOpen}
            aria-controls={listsId}
            onClick={() => onListsOpen(!areListsOpen)}
          >
            {used === 0 ? t('library.filters') : t('library.filtersUsed', { count: used })}
          </Button>
          <div className={cx('sort')}>
            <Select
              size="compact"
              label={t('library.sort')}
              labelHidden
              value={view.sort}
              options={sortNames.map((value) => ({ value, label: t(`library.${value}`) }))}
              onChange={({ target }) => {
                const sort = sortNames.find((name) => name === target.value);
                if (sort) onChange({ sort });
              }}
            />
          </div>
        </div>
      </div>
      {category.length > 0 ? (
        <fieldset className={cx('categories')} aria-label={t('library.category')}>
          {[{ name: '', count: null }, ...category].map(({ name, count }) => (
            <button
              key={name}
              type="button"
              aria-pressed={view.category === name}
              className={cx('chip')}
              onClick={() => onChange({ category: name })}
            >
              {name === '' ? t('library.allCategories') : name}
              {count === null ? null : <span className={cx('count')}>{count}</span>}
            </button>
          ))}
        </fieldset>
      ) : null}
      <div id={listsId} className={cx('lists')} hidden={!areListsOpen}>
        {tag.length > 0 ? (
          <Select
            size="compact"
            label={t('library.tag')}
            labelHidden
            placeholder={anyOf(t('library.tag'))}
            value={view.tag}
            options={tag.map(({ name }) => ({ value: name, label: name }))}
            onChange={({ target }) => onChange({ tag: target.value })}
          />
        ) : null}
        {language.length > 0 ? (
          <Select
            size="compact"
            label={t('library.language')}
            labelHidden
            placeholder={anyOf(t('library.language'))}
            value={view.language}
            options={language.map(({ name }) => ({ value: name, label: format.language(name) }))}
            onChange={({ target }) => onChange({ language: target.value })}
          />
        ) : null}
        <Select
          size="compact"
          label={t('library.difficulty')}
          labelHidden
          placeholder={anyOf(t('library.difficulty'))}
          value={view.difficulty}
          options={videoDifficulties.map((value) => ({ value, label: t(`library.${value}`) }))}
          onChange={({ target }) => onChange({ difficulty: target.value })}
        />
        <Select
          size="compact"
          label={t('library.type')}
          labelHidden
          placeholder={anyOf(t('library.type'))}
          value={view.type}
          options={videoTypes.map((value) => ({ value, label: t(`library.${value}`) }))}
          onChange={({ target }) => onChange({ type: target.value })}
        />
      </div>
    </div>
  );
}

/** How many of the lists that unfold keep lessons back. */
export const countListed = ({ tag, language, difficulty, type }: LibraryView) =>
  [tag, language, difficulty, type].filter((chosen) => chosen !== '').length;

interface Facet {
  readonly name: string;
  readonly count: number | null;
}

/** A choice stays visible, even when no video has it any more. */
function withChosen(facets: readonly Facet[], chosen: string): readonly Facet[] {
  const isListed = chosen === '' || facets.some(({ name }) => name === chosen);
  return isListed ? facets : [...facets, { name: chosen, count: null }];
}
