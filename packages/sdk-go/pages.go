package bursar

import (
	"context"
	"errors"
	"iter"
	"net/url"
)

// PageOf is a page of a list. All ranges over its items and those of the pages after it, Backward over those before.
type PageOf[L, T any] struct {
	// Response is the whole answer, with a total where the list has one.
	Response *L
	// Items are those of this page.
	Items []T

	cursors  Page
	position position
	fetch    func(ctx context.Context, position position) (*PageOf[L, T], error)
}

// position is where a page begins: at the caller's parameters, or next to an item.
type position struct{ startAfter, endBefore string }

func (p position) isFirst() bool { return p == position{} }

func (p position) after(own *string) *string { return p.cursor(own, p.startAfter) }

func (p position) before(own *string) *string { return p.cursor(own, p.endBefore) }

func (p position) cursor(own *string, cursor string) *string {
	switch {
	case p.isFirst():
		return own
	case cursor == "":
		return nil
	}
	return &cursor
}

var errSamePage = errors.New("bursar: the service returned the same page twice")

// Next returns the page after this one, or nil.
func (p *PageOf[L, T]) Next(ctx context.Context) (*PageOf[L, T], error) {
	if p.cursors.NextPage == nil {
		return nil, nil
	}
	return p.moved(ctx, position{startAfter: *p.cursors.NextPage})
}

// Previous returns the page before this one, or nil.
func (p *PageOf[L, T]) Previous(ctx context.Context) (*PageOf[L, T], error) {
	if p.cursors.PreviousPage == nil {
		return nil, nil
	}
	return p.moved(ctx, position{endBefore: *p.cursors.PreviousPage})
}

func (p *PageOf[L, T]) moved(ctx context.Context, to position) (*PageOf[L, T], error) {
	if to == p.position {
		return nil, errSamePage
	}
	return p.fetch(ctx, to)
}

// All ranges over the items of this page and those of the pages after it.
func (p *PageOf[L, T]) All(ctx context.Context) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for page := p; page != nil; {
			for _, item := range page.Items {
				if !yield(item, nil) {
					return
				}
			}
			next, err := page.Next(ctx)
			if err != nil {
				yield(*new(T), err)
				return
			}
			page = next
		}
	}
}

// Backward ranges over the items of this page from its last to its first, and then over those of the pages before it.
func (p *PageOf[L, T]) Backward(ctx context.Context) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for page := p; page != nil; {
			for index := len(page.Items) - 1; index >= 0; index-- {
				if !yield(page.Items[index], nil) {
					return
				}
			}
			previous, err := page.Previous(ctx)
			if err != nil {
				yield(*new(T), err)
				return
			}
			page = previous
		}
	}
}

func callPage[P, L, T any](
	ctx context.Context,
	c *Client,
	described request,
	params *P,
	addParameters func(params P, position position, query url.Values),
	contentOf func(*L) ([]T, Page),
	options []RequestOption,
) (*PageOf[L, T], error) {
	var fetch func(ctx context.Context, position position) (*PageOf[L, T], error)
	fetch = func(ctx context.Context, position position) (*PageOf[L, T], error) {
		page := described
		page.query = url.Values{}
		addParameters(*params, position, page.query)
		list, err := call[L](ctx, c, page, options)
		if err != nil {
			return nil, err
		}
		items, cursors := contentOf(list)
		return &PageOf[L, T]{Response: list, Items: items, cursors: cursors, position: position, fetch: fetch}, nil
	}
	return fetch(ctx, position{})
}
